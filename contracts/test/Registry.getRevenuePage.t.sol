// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryGetRevenuePageTest is AgentViewGuard {
    uint256 private constant HUGE = type(uint256).max;

    /// Each report's amount is its place, so that a page shows what it holds.
    modifier givenFiveReports() {
        vm.startPrank(wallet.addr);
        for (uint256 i = 0; i < 5; ++i) registry.reportRevenue(agentId, i, "EUR", "research", 0, 1);
        vm.stopPrank();
        _;
    }

    /// @dev An empty page is no way around the guard.
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.getRevenuePage, (id, 0, 0));
    }

    function test_GivenNoReports() public view {
        assertEq(registry.getRevenuePage(agentId, 0, 10).length, 0);
    }

    function test_WhenThePageIsInside() public givenFiveReports {
        checkPage(1, 2, 2);
    }

    function test_WhenThePageIsTheWholeList() public givenFiveReports {
        checkPage(0, 5, 5);
    }

    function test_WhenThePageRunsPastTheEnd() public givenFiveReports {
        checkPage(3, 10, 2);
        checkPage(4, 10, 1);
    }

    function test_WhenTheOffsetIsTheLengthOrMore() public givenFiveReports {
        checkPage(5, 10, 0);
        checkPage(6, 10, 0);
    }

    function test_WhenTheLimitIsZero() public givenFiveReports {
        checkPage(0, 0, 0);
    }

    function test_WhenOffsetOrLimitIsHuge() public givenFiveReports {
        checkPage(0, HUGE, 5);
        checkPage(2, HUGE, 3);
        checkPage(HUGE, 1, 0);
        checkPage(HUGE, HUGE, 0);
    }

    function testFuzz_WhenAnyPageIsAsked(uint256 offset, uint256 limit, uint8 shape) public givenFiveReports {
        if (shape & 1 == 0) offset %= 8;
        if (shape & 2 == 0) limit %= 8;
        uint256 remaining = offset < 5 ? 5 - offset : 0;
        checkPage(offset, limit, remaining < limit ? remaining : limit);
    }

    function checkPage(uint256 offset, uint256 limit, uint256 length) private view {
        IRegistry.RevenueReport[] memory page = registry.getRevenuePage(agentId, offset, limit);
        IRegistry.RevenueReport[] memory history = registry.getRevenueHistory(agentId);
        assertEq(page.length, length, "length of the page");
        for (uint256 i = 0; i < length; ++i) {
            assertEq(page[i].amount, offset + i, "place");
            assertEq(abi.encode(page[i]), abi.encode(history[offset + i]), "report");
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryGetRevenueHistoryTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.getRevenueHistory, (id));
    }

    function test_GivenNoReports() public view {
        assertEq(registry.getRevenueHistory(agentId).length, 0);
    }

    function test_GivenReports() public {
        IRegistry.RevenueReport memory first = report(100, "EUR", "research");
        vm.warp(block.timestamp + 1 hours);
        IRegistry.RevenueReport memory second = report(0, "USDC", "general");
        assertHistory(first, second);
    }

    function test_GivenReportsOfSeveralAgents() public {
        uint256 child = registerChild(agentId, "child");
        IRegistry.RevenueReport memory own = report(100, "EUR", "research");
        vm.prank(creator.addr);
        registry.reportRevenue(child, 7, "ETH", "research", 0, 1);
        assertEq(registry.getRevenueHistory(agentId).length, 1);
        assertReport(registry.getRevenueHistory(agentId)[0], own);
        assertEq(registry.getRevenueHistory(child).length, 1);
        assertEq(registry.getRevenueHistory(child)[0].agentId, child);
        assertEq(registry.getRevenueHistory(child)[0].amount, 7);
    }

    function test_GivenTheSameNameAsCurrencyAndAsCategory() public {
        IRegistry.RevenueReport memory first = report(1, "EUR", "EUR");
        assertHistory(first, report(2, "research", "EUR"));
    }

    function test_GivenNamesThatDifferInCaseOrLength() public {
        IRegistry.RevenueReport memory first = report(1, "EUR", "eur");
        assertHistory(first, report(2, "EUR ", "EU"));
    }

    function test_GivenNamesWithZeroBytes() public {
        // A name is its bytes, zeros at the end included.
        IRegistry.RevenueReport memory first = report(1, "EUR", "EUR\x00");
        assertHistory(first, report(2, "\x00", "\x00\x00"));
    }

    function test_GivenNamesOf1And31Bytes() public {
        IRegistry.RevenueReport memory first = report(1, "1234567890123456789012345678901", "x");
        assertHistory(first, report(2, "x", "1234567890123456789012345678902"));
    }

    function test_GivenTheLargestNumbers() public {
        vm.warp(type(uint40).max);
        IRegistry.RevenueReport memory first = report(2 ** 53 - 1, "EUR", "research");
        assertEq(first.periodEnd, type(uint40).max);
        assertHistory(first, report(0, "EUR", "research"));
    }

    function test_GivenTheAgentIsTerminated() public {
        IRegistry.RevenueReport memory first = report(1, "EUR", "research");
        IRegistry.RevenueReport memory second = report(2, "EUR", "research");
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertHistory(first, second);
    }

    /// @dev Reports for the period from the epoch to now.
    function report(uint256 amount, string memory currency, string memory category)
        private
        returns (IRegistry.RevenueReport memory)
    {
        uint64 time = uint64(block.timestamp);
        vm.prank(wallet.addr);
        registry.reportRevenue(agentId, amount, currency, category, 0, time);
        return IRegistry.RevenueReport(agentId, amount, currency, category, 0, time, time);
    }

    function assertHistory(IRegistry.RevenueReport memory first, IRegistry.RevenueReport memory second)
        private
        view
    {
        IRegistry.RevenueReport[] memory history = registry.getRevenueHistory(agentId);
        assertEq(history.length, 2, "number of reports");
        assertReport(history[0], first);
        assertReport(history[1], second);
    }

    function assertReport(IRegistry.RevenueReport memory actual, IRegistry.RevenueReport memory expected)
        private
        pure
    {
        assertEq(abi.encode(actual), abi.encode(expected), "report");
    }
}

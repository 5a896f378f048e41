// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {ForwarderTest} from "./base/ForwarderTest.sol";

contract MinimalForwarderEip712DomainTest is ForwarderTest {
    function test_NamesTheForwarderVersionChainAndAddress() external view {
        _assertDomain(block.chainid);
    }

    function test_TellsTheNewIdOfAFork() external {
        vm.chainId(84_532);
        _assertDomain(84_532);
    }

    function _assertDomain(uint256 expectedChainId) private view {
        (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        ) = IERC5267(address(forwarder)).eip712Domain();
        assertEq(bytes32(fields), bytes32(bytes1(0x0f)), "name, version, chainId, verifyingContract");
        assertEq(name, "MinimalForwarder");
        assertEq(version, "1");
        assertEq(chainId, expectedChainId);
        assertEq(verifyingContract, address(forwarder));
        assertEq(salt, bytes32(0));
        assertEq(extensions.length, 0);
    }
}

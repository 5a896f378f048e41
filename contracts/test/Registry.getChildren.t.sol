// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryGetChildrenTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.getChildren, (id));
    }

    function test_GivenNoChildren() public view {
        assertEq(registry.getChildren(agentId).length, 0);
    }

    function test_GivenChildrenOfSeveralAgents() public {
        uint256 first = registerChild(agentId, "first");
        uint256 grandchild = registerChild(first, "grandchild");
        uint256 second = registerChild(agentId, "second");
        assertEq(registry.getChildren(agentId), asList(first, second));
        assertEq(registry.getChildren(first).length, 1);
        assertEq(registry.getChildren(first)[0], grandchild);
    }

    function test_GivenChildrenInEveryState() public {
        uint256 first = registerChild(agentId, "first");
        uint256 second = registerChild(agentId, "second");
        giveStatus(first, IRegistry.Status.Revoked);
        giveStatus(second, IRegistry.Status.Terminated);
        assertEq(registry.getChildren(agentId), asList(first, second));
    }

    function asList(uint256 first, uint256 second) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (first, second);
    }
}

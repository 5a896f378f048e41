// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {OwnerGuard} from "./base/OwnerGuard.sol";

contract RegistrySetMaxGenerationDepthTest is OwnerGuard {
    function guardedCall() internal pure override returns (bytes memory) {
        return depthCall(3);
    }

    function test_WhenTheDepthIsLower() public onBothRoutes {
        checkSet(3);
    }

    function test_WhenTheDepthIsHigher() public onBothRoutes {
        checkSet(11);
    }

    function test_WhenTheDepthIsTheSame() public onBothRoutes {
        assertNoEffect(owner, depthCall(10));
    }

    function test_GivenAgentsDeeperThanTheNewMaximum() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        uint256 grandchild = registerChild(child, "grandchild");
        IRegistry.Agent memory before = registry.getAgent(grandchild);
        checkSet(1);
        assertAgent(registry.getAgent(grandchild), before);
        send(creator, abi.encodeCall(IRegistry.attestCompliance, (grandchild)));
    }

    function testFuzz_WhenAnyDepthIsGiven(uint256 first, uint256 second) public onBothRoutes {
        vm.assume(first != 10 && second != first);
        checkSet(first);
        assertNoEffect(owner, depthCall(first));
        checkSet(second);
    }

    function depthCall(uint256 depth) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (depth));
    }

    function checkSet(uint256 depth) private {
        uint256 oldDepth = registry.maxGenerationDepth();
        vm.recordLogs();
        send(owner, depthCall(depth));
        emit IRegistryRoles.MaxGenerationDepthChanged(oldDepth, depth, owner.addr);
        assertEvents();
        assertEq(registry.maxGenerationDepth(), depth);
    }
}
